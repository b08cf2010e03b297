"""Statistics: intervals, steady state, fairness, responsiveness, rank agreement, comparison. Knows no processes."""
