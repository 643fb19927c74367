/** The crowd of the A/B test, in a Worker of its own. */
import { serveVisits } from '../../../demo-knows/serve-visits.js';
import { visit } from './visit.js';

serveVisits(visit);
