// @ts-check
// The one service worker of Parley. What it does stands in two files: pushes, and what is shown while there is no network.
importScripts("/service-worker/push.js", "/service-worker/offline.js");
