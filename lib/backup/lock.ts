/**
 * The advisory lock that a backup holds from before its snapshot until its archive is complete. Only one backup of a
 * database runs at a time, and meanwhile no instance deletes files that the snapshot may name.
 */
export const BACKUP_LOCK = 8_242_719_002;
