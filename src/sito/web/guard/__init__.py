"""What stands between the world and the application: sizes, rates, origins, headers and websockets."""
