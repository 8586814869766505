// A forked process that answers this one in messages of fixed sizes. What crashes or hangs there does no harm here.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>

namespace kintree::suite {

class Child {
 public:
  /// Its end of the line. false: there is nobody at the other.
  class Line {
   public:
    explicit Line(int socket) : socket_(socket) {}
    template <class T>
    bool read(T& message) const {
      static_assert(std::is_trivially_copyable_v<T>);
      return read_bytes(&message, sizeof message, -1);
    }
    template <class T>
    bool write(const T& message) const {
      static_assert(std::is_trivially_copyable_v<T>);
      return write_bytes(&message, sizeof message);
    }

   private:
    friend class Child;
    /// `milliseconds` < 0: however long it takes.
    bool read_bytes(void* bytes, std::size_t size, int milliseconds) const;
    bool write_bytes(const void* bytes, std::size_t size) const;
    int socket_;
  };

  /// Forks a process that runs work(line), with its outputs going nowhere, and ends. InputError if there can be none. `patience`: for
  /// one answer [s].
  Child(const std::function<void(const Line&)>& work, double patience);
  /// Ends it.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  template <class T>
  void write(const T& message) {
    line_.write(message);
  }
  /// false: it ended, or gave no answer in time, and how() says which.
  template <class T>
  bool read(T& message) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (line_.read_bytes(&message, sizeof message, patience_)) return true;
    end();
    return false;
  }
  const std::string& how() const { return how_; }
  /// Whether it gave no answer in time.
  bool hung() const { return hung_; }

 private:
  void end();

  Line line_{-1};
  pid_t process_;  ///< -1: it has ended
  int patience_;   ///< [ms]
  std::string how_;
  bool hung_{};
};

}  // namespace kintree::suite
