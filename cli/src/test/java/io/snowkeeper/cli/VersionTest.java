package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our version where it is written by hand: the poms have it, and all others are to follow. */
class VersionTest {

    private static final Path ROOT = Path.of("..");

    private static String version() throws IOException {
        return first(Pattern.compile("<artifactId>snowkeeper</artifactId>\\s*<version>([^<]+)"), "pom.xml");
    }

    private static String first(Pattern pattern, String file) throws IOException {
        Matcher matcher = pattern.matcher(Files.readString(ROOT.resolve(file)));
        assertThat(matcher.find()).as(file).isTrue();
        return matcher.group(1);
    }

    @ParameterizedTest
    @CsvSource({
        "README.md, 'snowkeeper-([^/ ]+)\\.tar\\.gz'",
        "README.md, 'snowkeeper-([\\d.]+[^/\\s]*)/bin/snowkeeper'",
        "docs/start/fleet-of-three.md, 'snowkeeper-([^/ ]+)\\.tar\\.gz'",
        "docs/start/fleet-of-three.md, 'snowkeeper (\\d\\S*)\\n'",
        "docs/start/invoice-number.md, 'snowkeeper-([^/ ]+)\\.tar\\.gz'",
        "deploy/README.md, 'snowkeeper_(.+?)_all\\.deb'",
        "deploy/helm/snowkeeper/Chart.yaml, 'appVersion: (.+)'",
        "docs/use/client.md, '<version>(.+)</version>'",
        "docs/use/embedding.md, '<version>(.+)</version>'"
    })
    void aDocumentNamesIt(String file, Pattern pattern) throws IOException {
        List<String> named = pattern.matcher(Files.readString(ROOT.resolve(file)))
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();

        assertThat(named).containsExactly(version());
    }

    @Test
    void theChangelogBeginsWithIt() throws IOException {
        String newest = first(Pattern.compile("^## (.+)$", Pattern.MULTILINE), "CHANGELOG.md");

        assertThat(newest).isEqualTo(version().replace("-SNAPSHOT", ""));
    }
}
