// The result of a call of a plugin.
#pragma once

namespace kintree {

struct Status {
  enum Code {
    ok,
    unsupported,  ///< this solver does not solve this problem
    breakdown,    ///< a pivot was not positive
    /// A row of the end-effectors' Jacobian, or of the constraints, depends on others, so that there is no
    /// answer.
    dependent_rows,
    // Results that the suite finds; no solver returns one of these.
    crashed,        ///< the plugin's process ended during the call
    timed_out,      ///< no answer in the time allowed
    wrong_size,     ///< an answer of other sizes than the problem's
    out_of_memory,  ///< the numbers of the call, in many digits, take more memory than they may
  };
  Code code = ok;
  /// After a breakdown: a coordinate 1..n of the joint whose pivot it was, or 0 if nothing is eliminated.
  /// With dependent rows: a row, from 1, that is a combination of the others.
  int coordinate = 0;

  static Status breakdown_at(int coordinate) { return {breakdown, coordinate}; }
  static Status dependent_at(int row) { return {dependent_rows, row}; }
};

}  // namespace kintree
