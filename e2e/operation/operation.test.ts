// What an operator sees of a running Parley. In one file, because starting it takes a while.
import "./request-ids";
import "./doctor";
import "./server-actions";
import "./own-tools";
import "./metrics";
import "./request-turns";
import "./prometheus";
import "./traces";
