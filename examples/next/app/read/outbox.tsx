'use client';

import { sendWaiting } from 'ldp-bandits/outbox';
import { useEffect } from 'react';

/** Sends, at their own times, the reports of pages that were left. */
export function Outbox() {
  useEffect(() => void sendWaiting(), []);
  return null;
}
