package io.snowkeeper.cli.deploy.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The chart as Helm itself renders it, for the oldest Kubernetes that it is for. The library is Helm. */
final class Chart {

    static final Path FOLDER = Path.of("../deploy/helm/snowkeeper");

    static final YAMLMapper YAML = new YAMLMapper();

    private static final String OLDEST_KUBERNETES = "1.27.0";

    private Chart() {}

    static Helm helm() {
        return new Helm(FOLDER);
    }

    /** Returns the rendered release `ids` with these values, as YAML texts that override each other. */
    static Rendered with(String... values) {
        return renderedFor(OLDEST_KUBERNETES, values);
    }

    static Rendered renderedFor(String kubernetes, String... values) {
        try {
            TemplateCommand command =
                    helm().template().withName("ids").withNamespace("shop").withKubeVersion(kubernetes);
            List<Path> files = new ArrayList<>();
            try {
                for (String text : values) {
                    Path file = Files.createTempFile("values", ".yaml");
                    files.add(file);
                    Files.writeString(file, text);
                    command.withValuesFile(file);
                }
                return new Rendered(read(command.call()));
            } finally {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static JsonNode defaults() {
        try {
            return YAML.readTree(FOLDER.resolve("values.yaml").toFile());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the documents of a YAML text that are not empty. */
    static List<JsonNode> read(String yaml) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        try (MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class).readValues(yaml)) {
            all.forEachRemaining(documents::add);
        }
        documents.removeIf(document -> document.isMissingNode() || document.isNull());
        return documents;
    }
}
