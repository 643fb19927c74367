import type { OwnCode } from 'ldp-bandits/simulation';

export declare const environments: NonNullable<OwnCode['environments']>;
export declare const policies: NonNullable<OwnCode['policies']>;
