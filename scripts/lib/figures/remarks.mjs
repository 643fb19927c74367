// Said by hand below the claims of a figure: where one does not hold, why.
export const remarks = {
  ren2020: {},
  'online-ldp-linear': {
    '1a': [
      'Where the default learner is not below LDP-LinUCB, in either world: a δ of 0.1 is what that lives on. At ε = 0.2 its Gaussian noise has 2.3 times the sensitivity as its standard deviation, and would have 19.0 times with a δ of one in a million; the default learner has no δ. At δ = 0 the table has LDP-LinUCB with ball noise, which is about as good as chance.',
    ],
    '1c': [
      'Where the default learner is not clearly below Online LDP LinUCB, with fixed arms: at ε = 10 there is little noise left to save, a δ of 0.1 halves what is left for the other, and Maler is told the horizon. The default learner goes on exploring uniformly, which never excludes one of a hundred arms that it has seen to be bad.',
    ],
  },
};
