"""Every figure, ranking, comparison and finding of a result set, decided once: report and terminal show it."""
