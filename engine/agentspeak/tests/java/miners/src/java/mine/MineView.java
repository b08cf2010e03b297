package mine;

import jason.environment.grid.GridWorldView;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics;

/** The mine in a window. */
class MineView extends GridWorldView {
  private static final long serialVersionUID = 1;

  MineView(MineModel model) {
    super(model, "Mine", 400);
    defaultFont = new Font("Arial", Font.BOLD, 14);
    setVisible(true);
    repaint();
  }

  @Override
  public void draw(Graphics g, int x, int y, int object) {
    g.setColor(object == MineModel.GOLD ? Color.orange : Color.gray);
    g.fillOval(x * cellSizeW + 4, y * cellSizeH + 4, cellSizeW - 8, cellSizeH - 8);
  }

  @Override
  public void drawAgent(Graphics g, int x, int y, Color c, int id) {
    super.drawAgent(g, x, y, Color.cyan, id);
    g.setColor(Color.black);
    drawString(g, x, y, defaultFont, "M" + (id + 1));
  }
}
