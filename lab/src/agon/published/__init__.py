"""The literature's figures and claims as data, keyed like results."""
