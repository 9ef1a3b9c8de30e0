// What a request is answered with, whichever way it came. In one file, because both ways take their time to start.
import "./contract";
import "./dialects";
import "./streams";
