// The precision of the scalars that have one for the whole process.
#pragma once

namespace kintree::oracle {

/// Sets the precision of T (Real or Interval), in decimal digits, while it lives.
template <class T>
class Precision {
 public:
  explicit Precision(unsigned digits) : before_(T::default_precision()) {
    if (digits != before_) T::default_precision(digits);
  }
  ~Precision() {
    if (before_ != T::default_precision()) T::default_precision(before_);
  }
  Precision(const Precision&) = delete;
  Precision& operator=(const Precision&) = delete;

 private:
  unsigned before_;
};

}  // namespace kintree::oracle
