package io.snowkeeper.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Horizontal bars on a logarithmic scale, one group a name, as SVG. */
final class BarChart {

    private static final String[] COLOURS = {"#1f4e79", "#5b9bd5", "#bdd7ee"};
    private static final int LABEL_WIDTH = 200;
    private static final int SCALE_WIDTH = 560;
    private static final int VALUE_WIDTH = 70;
    private static final int BAR_HEIGHT = 9;
    private static final int GROUP_GAP = 8;
    private static final int HEAD = 60;

    private final String title;
    private final String[] series;
    private final Map<String, double[]> groups = new LinkedHashMap<>();

    BarChart(String title, String... series) {
        this.title = title;
        this.series = series.clone();
    }

    void add(String name, double[] values) {
        groups.put(name, values.clone());
    }

    String toSvg() {
        int groupHeight = series.length * BAR_HEIGHT + GROUP_GAP;
        int width = LABEL_WIDTH + SCALE_WIDTH + VALUE_WIDTH;
        int height = HEAD + groups.size() * groupHeight;
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" ".formatted(width, height))
                .append("font-family=\"sans-serif\" font-size=\"11\">\n")
                .append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text(svg, 10, 18, 14, "start", title);
        legend(svg);
        int y = HEAD;
        for (Map.Entry<String, double[]> group : groups.entrySet()) {
            text(svg, LABEL_WIDTH - 8, y + groupHeight / 2, 11, "end", group.getKey());
            bars(svg, y, group.getValue());
            y += groupHeight;
        }
        return svg.append("</svg>\n").toString();
    }

    private void legend(StringBuilder svg) {
        for (int i = 0; i < series.length; i++) {
            int x = LABEL_WIDTH + i * 110;
            svg.append("<rect x=\"%s\" y=\"32\" width=\"10\" height=\"10\" fill=\"%s\"/>\n".formatted(x, COLOURS[i]));
            text(svg, x + 15, 41, 11, "start", series[i]);
        }
    }

    private void bars(StringBuilder svg, int top, double[] values) {
        double lowest = Math.floor(Math.log10(extreme(false)));
        double highest = Math.ceil(Math.log10(extreme(true)));
        for (int i = 0; i < values.length; i++) {
            double share = (Math.log10(values[i]) - lowest) / (highest - lowest);
            double length = share * SCALE_WIDTH;
            int y = top + i * BAR_HEIGHT;
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
                    LABEL_WIDTH,
                    y,
                    length,
                    BAR_HEIGHT - 1,
                    COLOURS[i]));
            text(
                    svg,
                    (int) (LABEL_WIDTH + length + 4),
                    y + 8,
                    9,
                    "start",
                    String.format(Locale.ROOT, "%,.2f", values[i]));
        }
    }

    private double extreme(boolean highest) {
        var values = groups.values().stream().flatMapToDouble(Arrays::stream);
        return (highest ? values.max() : values.min()).orElse(1);
    }

    private static void text(StringBuilder svg, int x, int y, int size, String anchor, String text) {
        svg.append("<text x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\">%s</text>%n"
                .formatted(x, y, size, anchor, text));
    }
}
