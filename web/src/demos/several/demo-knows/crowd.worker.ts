/** The crowd of the page with slates, in a Worker of its own. */
import { serveVisits } from '../../../demo-knows/serve-visits.js';
import { visit } from './visit.js';

serveVisits(visit);
