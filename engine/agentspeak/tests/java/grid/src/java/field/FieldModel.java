package field;

import jason.environment.grid.GridWorldModel;
import jason.environment.grid.Location;

class FieldModel extends GridWorldModel {
  static final int WEED = 16;

  FieldModel(int width, int height) {
    super(width, height, 2);
    setAgPos(0, 0, 0);
    setAgPos(1, width - 1, 0);
    addWall(2, 1, 2, 2);
    for (int x = 0; x < width; x += 3) {
      add(WEED, x, 3);
      add(WEED, x, 0);
    }
  }

  /** A step towards a place; into a wall there is none. */
  boolean towards(int agent, int x, int y) {
    Location at = getAgPos(agent);
    int dx = Integer.signum(x - at.x);
    int dy = dx == 0 ? Integer.signum(y - at.y) : 0;
    if (!isFreeOfObstacle(at.x + dx, at.y + dy)) {
      return false;
    }
    setAgPos(agent, at.x + dx, at.y + dy);
    return true;
  }

  boolean cut(int agent) {
    Location at = getAgPos(agent);
    boolean there = hasObject(WEED, at);
    remove(WEED, at);
    return there;
  }
}
