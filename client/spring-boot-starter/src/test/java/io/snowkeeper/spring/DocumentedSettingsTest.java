package io.snowkeeper.spring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The settings that docs/use/spring.md has are those that there are, with their defaults. */
class DocumentedSettingsTest {

    private static final Pattern ROW =
            Pattern.compile("^\\| `(snowkeeper\\.[^`=]+)` \\| ([^|]*?) *\\|", Pattern.MULTILINE);

    private static List<JsonNode> settings() throws Exception {
        try (InputStream metadata =
                SnowkeeperProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            JsonNode properties =
                    new ObjectMapper().readTree(requireNonNull(metadata)).at("/properties");
            return StreamSupport.stream(properties.spliterator(), false).toList();
        }
    }

    @Test
    void eachIsDocumentedWithItsDefault() throws Exception {
        Map<String, String> documented = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("..", "..", "docs", "use", "spring.md")));
        while (row.find()) {
            documented.put(row.group(1), row.group(2));
        }
        // Not values, but sources of values.
        documented.replace("snowkeeper.client.tls.trust", "Java's", "");
        documented.replace("snowkeeper.embedded.name", "`spring.application.name`", "");

        Map<String, String> present = new TreeMap<>();
        for (JsonNode setting : settings()) {
            if (setting.at("/name").asText().startsWith("snowkeeper.")) {
                present.put(
                        setting.at("/name").asText(),
                        setting.at("/defaultValue").asText());
            }
        }
        assertThat(documented).isEqualTo(present);
    }

    @Test
    void eachHasADescriptionForEditors() throws Exception {
        assertThat(settings())
                .isNotEmpty()
                .allSatisfy(setting -> assertThat(setting.at("/description").asText())
                        .as(setting.at("/name").asText())
                        .isNotBlank());
    }
}
