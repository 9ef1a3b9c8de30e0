-- The channel's members among these people and the members of these user groups. A function, because a statement that has its
-- joins prepares them for each message, also for the many that mention no one.
CREATE FUNCTION parley_mentioned(channel BIGINT, people BIGINT[], groups BIGINT[]) RETURNS BIGINT[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT m.user_id FROM memberships m WHERE m.channel_id = channel AND (m.user_id = ANY(people) OR m.user_id IN (
      SELECT g.user_id FROM user_group_members g JOIN user_groups o ON o.id = g.group_id JOIN users u ON u.id = g.user_id
      WHERE g.group_id = ANY(groups) AND o.deleted_at IS NULL AND u.deactivated_at IS NULL)));
END
$$;
