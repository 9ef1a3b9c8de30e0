// @ts-check
// Parley's only service worker. One file handles pushes, the other shows saved messages while there's no network.
importScripts("/service-worker/push.js", "/service-worker/offline.js");
