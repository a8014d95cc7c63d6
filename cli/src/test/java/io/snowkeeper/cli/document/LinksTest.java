package io.snowkeeper.cli.document;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.SourceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links between pages have targets, and so do the names of pages that programs print. */
class LinksTest {

    private static final Path REPOSITORY = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("\\bdocs/[a-z/-]+\\.md\\b");
    private static final Pattern SOURCE =
            Pattern.compile("(\\.(java|md|properties|sh|xml|ya?ml)|/(\\.ci|deploy|loadtest)/([a-z]+/)?[a-z-]+)$");

    @Test
    void everyLinkLeadsToAFileAndToAHeadingOfIt() throws IOException {
        List<Page> pages = SourceFiles.matching(Pattern.compile("\\.md$")).stream()
                .map(Page::read)
                .toList();

        assertThat(pages.stream().flatMap(Page::links)).hasSizeGreaterThan(500);
        assertThat(pages).allSatisfy(page -> assertThat(page.brokenLinks()).isEmpty());
    }

    @Test
    void everyPageThatIsNamedIsThere() throws IOException {
        List<String> named = SourceFiles.matching(SOURCE).stream()
                .flatMap(file -> NAMED.matcher(text(file)).results())
                .map(name -> name.group())
                .distinct()
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(10)
                .allSatisfy(page -> assertThat(REPOSITORY.resolve(page)).exists());
    }

    @Test
    void theReadmeLeadsToAtMostTwelvePages() {
        assertThat(pagesBehind("README.md")).hasSizeLessThanOrEqualTo(12).contains("docs/README.md");
    }

    @Test
    void theIndexHasEachPageOfTheShelves() throws IOException {
        List<String> pages = SourceFiles.matching(Pattern.compile("^\\.\\./docs/[a-z]+/.*\\.md$")).stream()
                .map(page -> REPOSITORY.resolve("docs").relativize(page).toString())
                .toList();

        assertThat(pages).hasSizeGreaterThan(20);
        assertThat(pagesBehind("docs/README.md")).containsAll(pages);
    }

    private static Set<String> pagesBehind(String page) {
        return Page.read(REPOSITORY.resolve(page))
                .links()
                .map(link -> link.replaceFirst("#.*", ""))
                .filter(link -> link.endsWith(".md"))
                .collect(toSet());
    }

    @Test
    void aLinkToNothingIsFound(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("other.md"),
                "# One\n## Two `words`, *twice*\n## One\n<a id=\"row\"></a>\n```\n## Code\n```\n");
        Path page = Files.writeString(folder.resolve("page.md"), """
                # Here
                [a](other.md) [b](other.md#two-words-twice) [c](#here) [d](other.md#one-1) [r](other.md#row) [e](https://example.org/#no)
                [f](none.md) [g](other.md#three) [h](#there) [i](other.md#code) <img src="none.png">
                ```
                [j](code.md)
                ```
                """);

        assertThat(Page.read(page).brokenLinks())
                .containsExactly("none.md", "other.md#three", "#there", "other.md#code", "none.png");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
