// What the grid swap is on any platform: its parameters and input, what an agent knows of its cell, and the report.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/files.hpp"
#include "agon/json.hpp"

namespace agon {

class Cell;

class GridSwap {
 public:
  // Reads the input and begins the file of cells.
  explicit GridSwap(Arguments& arguments);

  std::uint32_t cells() const { return cells_; }

  // The successful requests that end it.
  std::uint32_t rounds() const { return rounds_; }

  // The cells that start active.
  const std::vector<std::uint32_t>& active() const { return active_; }

  bool starts_active(std::uint32_t number) const { return is_active_[number]; }

  // Writes what became of an iteration's cells, which may come in any order, and reports their sums.
  json::Object report(std::uint64_t iteration, std::vector<Cell> cells) const;

 private:
  std::uint32_t cells_;
  std::uint32_t rounds_;
  std::vector<std::uint32_t> active_;
  std::vector<bool> is_active_;
  Table table_;
};

// What an agent knows of its cell.
class Cell {
 public:
  // What it does when its transaction has ended.
  enum class Then {
    ask,      // another one
    rest,     // until another cell asks
    enough,   // report to the controller that it has requested swaps enough
    stopped,  // report to the controller that it has stopped
  };

  Cell(const GridSwap& grid, std::uint32_t number)
      : number_(number),
        state_(number),
        others_(grid.cells() - 1),
        rounds_(grid.rounds()),
        asking_(grid.starts_active(number)) {}

  std::uint32_t number() const { return number_; }
  std::uint32_t state() const { return state_; }

  // Opens a transaction with another one, picked at random: who is asked. Its own state is what it offers.
  std::uint32_t ask() {
    thread_local std::mt19937_64 generator{std::random_device{}()};
    asking_ = true;
    ++requests_;
    const auto pick = std::uniform_int_distribution<std::uint32_t>(0, others_ - 1)(generator);
    return pick < number_ ? pick : pick + 1;
  }

  // Another one asks and offers its state: what it gets for it, unless it is refused. Who accepts is to ask in its
  // turn.
  std::optional<std::uint32_t> asked(std::uint32_t offered) {
    if (asking_ || closed_) return std::nullopt;
    ++accepted_;
    return std::exchange(state_, offered);
  }

  // Its request was accepted: closes the transaction with the other's state.
  Then accepted(std::uint32_t state) {
    asking_ = false;
    state_ = state;
    ++requested_;
    if (closed_) return Then::stopped;
    if (requested_ < rounds_) return Then::rest;
    closed_ = true;
    return Then::enough;
  }

  // Its request was refused: closes the transaction.
  Then refused() {
    asking_ = false;
    ++refused_;
    return closed_ ? Then::stopped : Then::ask;
  }

  // The controller stops it; true if it has stopped, false if its transaction has to be closed first.
  bool stop() {
    closed_ = true;
    return !asking_;
  }

 private:
  friend class GridSwap;

  std::uint32_t number_;
  std::uint32_t state_;
  std::uint32_t others_;
  std::uint32_t rounds_;
  std::uint32_t requests_ = 0;
  std::uint32_t requested_ = 0;
  std::uint32_t accepted_ = 0;
  std::uint32_t refused_ = 0;
  bool asking_;          // in a transaction; who starts active is in one until it asks, and then in that of its request
  bool closed_ = false;  // is to stop, or has requested swaps enough
};

}  // namespace agon
