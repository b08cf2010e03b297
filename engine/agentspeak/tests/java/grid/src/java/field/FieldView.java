package field;

import jason.environment.grid.GridWorldView;
import java.awt.Color;
import java.awt.Graphics;

class FieldView extends GridWorldView {
  private static final long serialVersionUID = 1;

  FieldView(FieldModel model) {
    super(model, "Field", 400);
    setVisible(true);
    repaint();
  }

  @Override
  public void draw(Graphics g, int x, int y, int object) {
    g.setColor(new Color(60, 140, 60));
    g.fillOval(x * cellSizeW + 8, y * cellSizeH + 8, cellSizeW - 16, cellSizeH - 16);
  }
}
