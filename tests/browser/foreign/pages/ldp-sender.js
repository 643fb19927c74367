import '/dist/worker.js';
