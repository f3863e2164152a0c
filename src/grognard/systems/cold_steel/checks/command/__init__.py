"""Chapter 3: command points, orders, missions, special orders, engineers."""
