"""What each roll was worth, what was marked, what was missed: findings, tracks, and the four tables."""
