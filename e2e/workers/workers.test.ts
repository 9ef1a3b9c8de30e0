// What two processes do together. In one file, because they take their time to start.
import "./presence";
import "./posts-and-streams";
