// Said by hand below the claims of a figure: where one does not hold, why.
export const remarks = {
  ren2020: {},
};
