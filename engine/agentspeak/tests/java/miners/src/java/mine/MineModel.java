package mine;

import jason.environment.grid.GridWorldModel;
import jason.environment.grid.Location;
import java.util.List;

/** The grid: whatever lies and stands in the mine. */
class MineModel extends GridWorldModel {
  static final int GOLD = 16;
  static final int DEPOT = 32;

  final Location[] depots = new Location[2];
  private final boolean[] carries = new boolean[2];

  MineModel(List<String> map) {
    super(map.get(0).length(), map.size(), 2);
    for (int y = 0; y < map.size(); y++) {
      for (int x = 0; x < map.get(y).length(); x++) {
        put(map.get(y).charAt(x), x, y);
      }
    }
  }

  private void put(char what, int x, int y) {
    switch (what) {
      case 'g':
        add(GOLD, x, y);
        break;
      case '#':
        add(OBSTACLE, x, y);
        break;
      case '|':
        addWall(x, y, x, y);
        break;
      case '1':
      case '2':
        depots[what - '1'] = new Location(x, y);
        add(DEPOT, x, y);
        setAgPos(what - '1', x, y);
        break;
      default:
        break;
    }
  }

  int left() {
    return countObjects(GOLD);
  }

  synchronized boolean move(int miner, String where) {
    Location at = getAgPos(miner);
    Location to = new Location(at.x, at.y);
    switch (where) {
      case "left":
        to.x--;
        break;
      case "right":
        to.x++;
        break;
      case "up":
        to.y--;
        break;
      default:
        to.y++;
        break;
    }
    if (!isFree(to)) {
      return false;
    }
    setAgPos(miner, to);
    return true;
  }

  synchronized boolean pick(int miner) {
    Location at = getAgPos(miner);
    if (carries[miner] || !hasObject(GOLD, at)) {
      return false;
    }
    remove(GOLD, at);
    carries[miner] = true;
    return true;
  }

  synchronized boolean drop(int miner) {
    boolean home = carries[miner] && getAgPos(miner).equals(depots[miner]);
    carries[miner] &= !home;
    return home;
  }
}
