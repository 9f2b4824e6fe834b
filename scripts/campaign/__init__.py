"""The parts of scripts/campaign.py: random problems of every kind, slow oracles, and checks of what bmcplan says."""
