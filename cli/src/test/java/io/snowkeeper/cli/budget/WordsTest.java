package io.snowkeeper.cli.budget;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.cli.SourceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much there is to read, and how often a word stands there for which another one is clearer. */
class WordsTest {

    private static final Pattern WORD = Pattern.compile("\\S+");

    private static String pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .map(SourceFiles::read)
                    .collect(joining("\n"));
        }
    }

    @Test
    void theDocumentsHaveNoMoreWordsThanTheirBudget() throws IOException {
        Budget.read()
                .holds(
                        "words.documents",
                        WORD.matcher(pages(Budget.REPOSITORY.resolve("docs")))
                                .results()
                                .count());
    }

    /** The subject of a sentence is the thing or "you", and programs report, return, log and refuse. */
    @ParameterizedTest
    @ValueSource(strings = {"whoever", "nobody", "everybody", "somebody", "tells", "told", "he", "his"})
    void aWordToAvoidComesNoMoreOftenThanItsBudget(String word) throws IOException {
        String all = pages(Budget.REPOSITORY.resolve("docs"))
                + SourceFiles.read(Budget.REPOSITORY.resolve("README.md"))
                + SourceFiles.read(Budget.REPOSITORY.resolve("CONTRIBUTING.md"));

        Budget.read()
                .holds(
                        "words." + word,
                        Pattern.compile("\\b" + word + "\\b", Pattern.CASE_INSENSITIVE)
                                .matcher(all)
                                .results()
                                .count());
    }
}
