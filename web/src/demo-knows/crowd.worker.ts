/** The crowd of the first page, in a Worker of its own. */
import { serveVisits } from './serve-visits.js';
import { visit } from './visit.js';

serveVisits(visit);
