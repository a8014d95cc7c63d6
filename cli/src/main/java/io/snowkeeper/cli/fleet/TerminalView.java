package io.snowkeeper.cli.fleet;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;

/** A view that paints over what it has shown before, and keeps within the terminal. */
final class TerminalView implements WatchView {

    private static final String ESCAPE = "\u001b[";
    private static final String CLEAR = ESCAPE + "2J";
    private static final String HOME = ESCAPE + "H";
    private static final String CLEAR_REST_OF_LINE = ESCAPE + "K";
    private static final String CLEAR_BELOW = ESCAPE + "J";

    private final PrintWriter out;
    private final Supplier<TerminalSize> size;
    private boolean begun;

    /** @param size of the terminal, as it is at each look */
    TerminalView(PrintWriter out, Supplier<TerminalSize> size) {
        this.out = out;
        this.size = size;
    }

    @Override
    public boolean show(WatchedFleet fleet) {
        TerminalSize now = size.get();
        List<String> lines = WatchText.lines(fleet);
        // The cursor stands below the last line.
        int shown = Math.min(lines.size(), now.rows() - 1);
        StringBuilder frame = new StringBuilder(begun ? HOME : CLEAR + HOME);
        begun = true;
        for (int i = 0; i < shown; i++) {
            boolean cut = i == shown - 1 && shown < lines.size();
            String line = cut ? "... %s more lines".formatted(lines.size() - i) : lines.get(i);
            frame.append(line, 0, Math.min(line.length(), now.columns()))
                    .append(CLEAR_REST_OF_LINE)
                    .append('\n');
        }
        out.print(frame.append(CLEAR_BELOW));
        return !out.checkError();
    }
}
