/** /limits/ is a text; only the header's switches are alive. */
import { render } from 'preact';
import { HeaderTools } from '../shared/header-tools.js';
import { loadTheme } from '../shared/theme.js';

loadTheme();
const place = document.getElementById('limit-tools');
if (place) render(<HeaderTools />, place);
document.documentElement.classList.add('live');
