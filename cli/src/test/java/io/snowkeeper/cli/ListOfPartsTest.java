package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The list of parts stands in the source: here it is held against the libraries that the program is built from. */
class ListOfPartsTest {

    private static final String RENEW = "renew it by: mvn -Psbom -pl cli -am process-classes";

    @Test
    void eachLibraryOfTheListIsTheVeryOneThatIsUsed() throws Exception {
        Map<String, Path> libraries = libraries();

        for (JsonNode part : foreignParts()) {
            String file = fileName(part);
            assertThat(libraries).as(RENEW).containsKey(file);
            assertThat(sha256(libraries.get(file))).as(file + ": " + RENEW).isEqualTo(sha256(part));
        }
    }

    @Test
    void eachModuleOfOursIsInTheList() throws Exception {
        List<String> modules = new ArrayList<>();
        for (URL url : Collections.list(ListOfPartsTest.class.getClassLoader().getResources("module-info.class"))) {
            try (InputStream in = url.openStream()) {
                modules.add(ModuleDescriptor.read(in).name());
            }
        }
        modules.removeIf(module -> !module.startsWith("io.snowkeeper."));

        assertThat(parts())
                .filteredOn(ListOfPartsTest::isOurs)
                .extracting(part -> part.path("name").asText().replace("snowkeeper-", "io.snowkeeper."))
                .as(RENEW)
                .containsExactlyInAnyOrderElementsOf(modules)
                .hasSizeGreaterThan(4);
    }

    /** Such as netty-transport-native-epoll-4.2.18.Final-linux-x86_64.jar. */
    private static String fileName(JsonNode part) {
        String url = part.path("purl").asText();
        String classifier = url.contains("classifier=") ? "-" + url.replaceFirst(".*classifier=([^&]+).*", "$1") : "";
        return part.path("name").asText() + "-" + part.path("version").asText() + classifier + ".jar";
    }

    private static String sha256(JsonNode part) {
        for (JsonNode hash : part.path("hashes")) {
            if (hash.path("alg").asText().equals("SHA-256")) {
                return hash.path("content").asText();
            }
        }
        throw new AssertionError("no SHA-256 of " + part.path("purl"));
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private static boolean isOurs(JsonNode part) {
        return part.path("group").asText().equals("io.snowkeeper");
    }

    private static List<JsonNode> foreignParts() throws IOException {
        List<JsonNode> parts = parts();
        parts.removeIf(ListOfPartsTest::isOurs);
        assertThat(parts).isNotEmpty();
        return parts;
    }

    private static List<JsonNode> parts() throws IOException {
        List<JsonNode> parts = new ArrayList<>();
        try (InputStream in = ListOfPartsTest.class.getResourceAsStream("/META-INF/sbom/snowkeeper.cdx.json")) {
            new ObjectMapper().readTree(in).path("components").forEach(parts::add);
        }
        return parts;
    }

    /** Returns the jars of the class path by their names. */
    private static Map<String, Path> libraries() throws Exception {
        Map<String, Path> libraries = new HashMap<>();
        for (URL url : Collections.list(ListOfPartsTest.class.getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
            if (url.openConnection() instanceof JarURLConnection connection) {
                Path jar = Path.of(connection.getJarFileURL().toURI());
                libraries.put(jar.getFileName().toString(), jar);
            }
        }
        return libraries;
    }
}
