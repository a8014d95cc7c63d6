package io.snowkeeper.cli.document;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of Markdown, as GitHub shows it.
 *
 * @param prose its text without blocks of code
 */
record Page(Path path, String prose) {

    private static final Pattern CODE = Pattern.compile("^ *```.*?^ *```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.*?) *$", Pattern.MULTILINE);
    private static final Pattern ID = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern ADDRESS = Pattern.compile("[a-z]+:.*");

    static Page read(Path path) {
        try {
            return new Page(path, CODE.matcher(Files.readString(path)).replaceAll(""));
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    /** Returns its links to files and to headings of this repository that are not there. */
    List<String> brokenLinks() {
        return links().filter(link -> !leadsSomewhere(link)).toList();
    }

    Stream<String> links() {
        return LINK.matcher(prose)
                .results()
                .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                .filter(link -> !ADDRESS.matcher(link).matches());
    }

    private boolean leadsSomewhere(String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? path : path.resolveSibling(parts[0]);
        return Files.exists(target)
                && (parts.length == 1 || read(target).anchors().contains(parts[1]));
    }

    private Set<String> anchors() {
        return Stream.concat(headings(), ID.matcher(prose).results().map(id -> id.group(1)))
                .collect(toUnmodifiableSet());
    }

    /** A heading that comes again gets a number. */
    private Stream<String> headings() {
        Map<String, Integer> seen = new HashMap<>();
        return HEADING.matcher(prose).results().map(Page::anchor).map(anchor -> {
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            return before == 0 ? anchor : anchor + "-" + before;
        });
    }

    private static String anchor(MatchResult heading) {
        return heading.group(1)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }
}
