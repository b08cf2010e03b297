"""Property tests judge values, not how busy the machine is."""

from hypothesis import settings

settings.register_profile("stats", deadline=None, max_examples=100)
settings.load_profile("stats")
