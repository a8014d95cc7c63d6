package io.snowkeeper.node.http.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The header {@code Accept}: the media types that a client wants, by RFC 9110. */
record AcceptHeader(List<Range> ranges) {

    /** Browsers name eight at the most. */
    static final int MAX_RANGES = 32;

    private static final Pattern QUALITY = Pattern.compile("[qQ]=[01](\\.\\d{0,3})?");

    /**
     * A range of media types.
     *
     * @param type such as {@code text/plain}, {@code text/*} or {@code *}{@code /*}
     * @param quality 0 to 1: how much it is wanted
     */
    record Range(String type, double quality) {

        /** Returns how exactly it names the media type: 0 if it does not. */
        private int precision(String mediaType) {
            if (type.equals(mediaType)) {
                return 3;
            }
            String group = mediaType.substring(0, mediaType.indexOf('/') + 1);
            if (type.equals(group + "*")) {
                return 2;
            }
            return type.equals("*/*") ? 1 : 0;
        }
    }

    AcceptHeader {
        ranges = List.copyOf(ranges);
    }

    /**
     * Reads a header. Parts that cannot be understood are ignored.
     *
     * @throws ProblemException if it has more than {@value #MAX_RANGES} ranges
     */
    static AcceptHeader parse(String header) {
        List<Range> ranges = new ArrayList<>();
        for (String part : header.split(",", -1)) {
            String[] pieces = part.split(";", -1);
            String type = pieces[0].strip().toLowerCase(Locale.ROOT);
            if (!type.isEmpty()) {
                ranges.add(new Range(type, qualityIn(pieces)));
            }
        }
        if (ranges.size() > MAX_RANGES) {
            throw ProblemException.malformed(
                    "Accept must have at most %s ranges: ranges=%s".formatted(MAX_RANGES, ranges.size()));
        }
        return new AcceptHeader(ranges);
    }

    private static double qualityIn(String[] pieces) {
        for (int i = 1; i < pieces.length; i++) {
            String parameter = pieces[i].strip();
            if (QUALITY.matcher(parameter).matches()) {
                return Double.parseDouble(parameter.substring(2));
            }
        }
        return 1;
    }

    /**
     * Returns the media type that is wanted most, the earlier one of two that are wanted as much.
     *
     * @throws ProblemException if none is wanted
     */
    String best(String... mediaTypes) {
        String best = "";
        double highest = 0;
        for (String mediaType : mediaTypes) {
            double quality = qualityOf(mediaType);
            if (quality > highest) {
                best = mediaType;
                highest = quality;
            }
        }
        if (highest == 0) {
            throw new ProblemException(Problem.of(
                    ProblemCode.NOT_ACCEPTABLE,
                    "no type in Accept is available; available are %s".formatted(String.join(", ", mediaTypes))));
        }
        return best;
    }

    private double qualityOf(String mediaType) {
        if (ranges.isEmpty()) {
            return 1;
        }
        int precision = 0;
        double quality = 0;
        for (Range range : ranges) {
            if (range.precision(mediaType) > precision) {
                precision = range.precision(mediaType);
                quality = range.quality();
            }
        }
        return quality;
    }
}
