package io.snowkeeper.simulation;

import io.snowkeeper.simulation.WorldRecording.Claim;
import io.snowkeeper.simulation.WorldRecording.Reservation;
import io.snowkeeper.simulation.WorldRecording.Sample;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A picture of a world as SVG: a lane for each node, with its claims, its clock and its strikes, and one for each
 * worker id, with its reservations.
 */
final class WorldPicture {

    private static final int LEFT = 60;
    private static final int WIDTH = 1_300;
    private static final int LANE = 46;
    private static final int SLOT_LANE = 22;
    private static final int TOP = 34;
    private static final long LONGEST_NANOS = 90_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<String> COLOURS =
            List.of("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee8866");

    private final WorldRecording world;
    private final long endNanos;
    private final StringBuilder svg = new StringBuilder();

    /** @param world of which the first minute and a half is drawn */
    WorldPicture(WorldRecording world) {
        this.world = world;
        this.endNanos = Math.min(world.endNanos(), LONGEST_NANOS);
    }

    /** Draws it. */
    String draw(String title) {
        int nodes = world.settings().nodes();
        int slots = (int) world.settings().layout().workers();
        int height = TOP + nodes * LANE + slots * SLOT_LANE + 60;
        svg.setLength(0);
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">",
                LEFT + WIDTH + 20, height);
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
        add("<text x=\"8\" y=\"16\" font-size=\"13\">%s</text>", escaped(title));
        axis(TOP, height - 40);
        int lane = TOP;
        for (Map.Entry<String, List<Sample>> node : world.samples().entrySet()) {
            node(node.getKey(), node.getValue(), lane);
            lane += LANE;
        }
        for (int worker = 0; worker < slots; worker++) {
            slot(worker, lane + worker * SLOT_LANE);
        }
        legend(height - 8);
        add("</svg>");
        return svg.toString();
    }

    private void axis(int top, int bottom) {
        for (long second = 0; second * NANOS_PER_SECOND <= endNanos; second += 5) {
            double x = x((long) (second * NANOS_PER_SECOND));
            add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e4e4e4\"/>", x, top - 6, x, bottom);
            add("<text x=\"%.1f\" y=\"%d\" fill=\"#666\" text-anchor=\"middle\">%d s</text>", x, top - 8, second);
        }
    }

    private void node(String name, List<Sample> samples, int y) {
        add("<text x=\"8\" y=\"%d\" fill=\"%s\" font-weight=\"bold\">%s</text>", y + 16, colour(name), name);
        for (Claim claim : world.claims()) {
            if (claim.node().equals(name)) {
                bar(claim.fromNanos(), claim.endNanos(), y + 22, 4, "#bbbbbb", "claim");
            }
        }
        conditions(name, samples, y);
        clock(samples, y + 34);
        for (Strike strike : world.strikes()) {
            if (("n" + strike.node()).equals(name) && strike.atNanos() < endNanos) {
                double x = x(strike.atNanos());
                add(
                        "<path d=\"M %.1f %d l -3 -6 l 6 0 z\" fill=\"#cc3311\"><title>%.3f s: %s</title></path>",
                        x, y + 5, strike.atNanos() / NANOS_PER_SECOND, escaped(strike.toString()));
            }
        }
    }

    /** Draws stretches in which a node stands alike as one bar. */
    private void conditions(String name, List<Sample> samples, int y) {
        int from = 0;
        for (int i = 1; i <= samples.size(); i++) {
            boolean ends = i == samples.size()
                    || samples.get(i).condition() != samples.get(from).condition();
            if (ends) {
                Sample first = samples.get(from);
                long until = i == samples.size() ? endNanos : samples.get(i).atNanos();
                bar(
                        first.atNanos(),
                        until,
                        y + 7,
                        13,
                        fill(name, first.condition()),
                        first.condition().text());
                from = i;
            }
        }
    }

    private static String fill(String name, SimulatedNode.Condition condition) {
        return switch (condition) {
            case DOWN -> "#ffffff";
            case PAUSED -> "#222222";
            case WITHOUT_WORKER_ID -> "#dddddd";
            case HOLDING -> colour(name);
        };
    }

    /** Draws how far a clock is from the right time, 5 s to either side. */
    private void clock(List<Sample> samples, int middle) {
        StringBuilder points = new StringBuilder();
        for (Sample sample : samples) {
            if (sample.atNanos() <= endNanos) {
                double off = Math.max(-5_000, Math.min(5_000, sample.clockOffMillis())) / 5_000.0 * 7;
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(sample.atNanos()), middle - off));
            }
        }
        add("<polyline points=\"%s\" fill=\"none\" stroke=\"#999933\"/>", points);
    }

    private void slot(int worker, int y) {
        add("<text x=\"8\" y=\"%d\">id %d</text>", y + 13, worker);
        List<Reservation> writes = world.reservations().stream()
                .filter(write -> write.worker() == worker)
                .toList();
        for (int i = 0; i < writes.size(); i++) {
            Reservation write = writes.get(i);
            long next = i + 1 < writes.size() ? writes.get(i + 1).fromNanos() : Long.MAX_VALUE;
            bar(
                    write.fromNanos(),
                    Math.min(write.untilNanos(), next),
                    y + 3,
                    12,
                    colour(write.node()),
                    String.format(
                            Locale.ROOT,
                            "%s, reserved until %.3f s",
                            write.node(),
                            write.untilNanos() / NANOS_PER_SECOND));
        }
    }

    private void legend(int y) {
        add(
                "<text x=\"%d\" y=\"%d\" fill=\"#666\">node: coloured with a worker id, grey without, black paused; below: its claims, and its clock's error (5 s to either side); red: what strikes it. id: who has reserved it, each write until the next or its end</text>",
                LEFT, y);
    }

    private void bar(long fromNanos, long untilNanos, int y, int height, String fill, String title) {
        double from = x(fromNanos);
        double width = x(Math.min(untilNanos, endNanos)) - from;
        if (width > 0) {
            add(
                    "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"0.4\"><title>%s</title></rect>",
                    from, y, width, height, fill, escaped(title));
        }
    }

    private double x(long nanos) {
        return LEFT + (double) nanos / Math.max(1, endNanos) * WIDTH;
    }

    private static String colour(String node) {
        return COLOURS.get(Integer.parseInt(node.substring(1)) % COLOURS.size());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void add(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
