/**
 * The game of an option that is shown before the client decides. Options are drawn with the chances of the snapshot,
 * as the client would draw them; when the visitor answers, the client must decide for the one on show. So it is
 * given the newest snapshot with that option as the only one to draw.
 */
import type { PublicSnapshot } from '../shared/snapshot.js';
import { openOneCard } from './game.js';
import { arm } from './state.js';

export const openOffered = (pinned: Parameters<typeof openOneCard>[0]) =>
  openOneCard(pinned, {
    around: (fetch) => async (request) => {
      const response = await fetch(request);
      if (!response.ok || !/[/?]snapshot$/.test(request.url)) return response;
      const answer = await response.json();
      const forArm = (snapshot: PublicSnapshot) => ({
        ...snapshot,
        weights: snapshot.mean.map((_, option) => (option === arm.value ? 1 : 0)),
      });
      // A manifest may have the snapshot in it.
      return Response.json(
        answer.snapshot?.mean ? { ...answer, snapshot: forArm(answer.snapshot) } : forArm(answer),
      );
    },
  });
