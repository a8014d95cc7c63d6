package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contents of snowkeeper.jar beside the program: licences, notices, the list of its parts; and the files that it
 * must not have.
 */
class ShippedJarIT {

    private static final String LICENSES = "META-INF/licenses/";

    private final File file = new File(System.getProperty("snowkeeper.jar"));
    private JarFile jar;

    @BeforeEach
    void open() throws IOException {
        jar = new JarFile(file);
    }

    @AfterEach
    void close() throws IOException {
        jar.close();
    }

    @Test
    void theListOfPartsNamesTheProductAndItsVersion() throws IOException {
        Attributes manifest = jar.getManifest().getMainAttributes();
        JsonNode product = listOfParts().at("/metadata/component");

        assertThat(manifest.getValue("Implementation-Title")).isEqualTo("Snowkeeper");
        assertThat(product.path("group").asText() + " " + product.path("name").asText())
                .isEqualTo("io.snowkeeper snowkeeper-cli");
        assertThat(product.path("version").asText()).isEqualTo(manifest.getValue("Implementation-Version"));
    }

    @Test
    void theListOfPartsHasEachOnce() throws IOException {
        assertThat(parts().stream().map(part -> part.path("purl").asText())).doesNotHaveDuplicates();
    }

    /** By Maven's view: the parts with a pom.properties, without those nested in such a part under another name. */
    @Test
    void theListOfPartsHasAllThatTellOfThemselves() throws IOException {
        Set<String> listed = parts().stream()
                .map(part ->
                        part.path("group").asText() + "/" + part.path("name").asText())
                .collect(toCollection(TreeSet::new));
        listed.add("io.snowkeeper/snowkeeper-cli");
        Stream<String> telling = names().filter(name -> name.matches("META-INF/maven/.+/pom\\.properties"))
                .map(name -> name.replaceFirst("META-INF/maven/(.+)/pom\\.properties", "$1"))
                .filter(name -> !name.startsWith("com.google.guava/") && !name.startsWith("org.jctools/"));

        assertThat(telling).isNotEmpty().allSatisfy(name -> assertThat(listed).contains(name));
    }

    @Test
    void whereTheListOfPartsIsStandsInTheManifest() throws IOException {
        Attributes manifest = jar.getManifest().getMainAttributes();

        assertThat(manifest.getValue("Sbom-Format")).isEqualTo("CycloneDX");
        assertThat(jar.getEntry(manifest.getValue("Sbom-Location"))).isNotNull();
    }

    @Test
    void theNoticeIsOurs() throws IOException {
        assertThat(text("META-INF/NOTICE")).startsWith("Snowkeeper\nCopyright 2026 The Snowkeeper authors\n");
    }

    @Test
    void theNoticeSpeaksOfThePartsThatAreInItAndOfNoOthers() throws IOException {
        assertThat(notices().keySet()).isEqualTo(groups());
    }

    @Test
    void eachPartHasTheTextOfALicenceThatItIsUnder() throws IOException {
        Map<String, String> notices = notices();

        assertThat(foreignParts())
                .isNotEmpty()
                .allSatisfy(part -> assertThat(
                                texts(notices.getOrDefault(part.path("group").asText(), "")))
                        .anySatisfy(name -> assertThat(part.path("licenses").findValuesAsText("id"))
                                .anyMatch(name::startsWith))
                        .allSatisfy(name -> assertThat(jar.getEntry(LICENSES + name))
                                .as(name)
                                .isNotNull()));
    }

    @Test
    void noTextOfALicenceIsThereForNothing() throws IOException {
        Set<String> named = new TreeSet<>();
        notices().values().forEach(notice -> named.addAll(texts(notice)));

        assertThat(names().filter(name -> name.startsWith(LICENSES) && !name.endsWith("/")))
                .containsExactlyInAnyOrderElementsOf(
                        named.stream().map(LICENSES::concat).toList());
    }

    @Test
    void noTwoTextsAreTheSame() throws IOException {
        List<String> texts = new ArrayList<>();
        for (String name : names().filter(name -> name.matches(LICENSES + ".+")).toList()) {
            texts.add(text(name));
        }

        assertThat(texts).doesNotHaveDuplicates();
    }

    /** Files that the notices of parts name, beside those in META-INF/licenses. */
    @Test
    void whatTheNoticeNamesIsThere() throws IOException {
        Stream<String> named = Stream.of(text("META-INF/NOTICE").split("[\\s,;]+"))
                .filter(word -> word.startsWith("META-INF/"))
                .map(word -> word.replaceFirst("[.:]$", ""));

        assertThat(named)
                .hasSizeGreaterThan(5)
                .allSatisfy(name -> assertThat(
                                jar.stream().anyMatch(entry -> entry.getName().startsWith(name)))
                        .as(name)
                        .isTrue());
    }

    @Test
    void codecsAndServersThatNothingUsesAreNotInIt() {
        assertThat(names())
                .noneMatch(name -> name.startsWith("io/netty/handler/codec/spdy/")
                        || name.startsWith("io/netty/handler/codec/rtsp/")
                        || name.startsWith("io/netty/handler/codec/compression/")
                        || name.startsWith("io/netty/handler/codec/serialization/")
                        || name.startsWith("io/netty/handler/codec/http/websocketx/")
                        || name.startsWith("io/netty/handler/codec/http/multipart/")
                        || name.startsWith("io/netty/handler/codec/http/HttpContentDecompressor")
                        || name.startsWith("io/netty/handler/pcap/")
                        || name.startsWith("org/apache/zookeeper/cli/")
                        || name.startsWith("org/apache/zookeeper/server/admin/JettyAdminServer"));
    }

    @Test
    void nothingThatTheProgramReachesWasTakenOut() {
        ClassReferences references = ClassReferences.of(file);
        Set<String> reached = references.reachedFrom(name -> name.startsWith("io.snowkeeper."));

        assertThat(reached).contains("io.netty.handler.codec.http.HttpServerCodec");
        assertThat(references.missingFor(reached).stream()
                        .filter(name -> name.startsWith("io.netty.") || name.startsWith("org.apache.zookeeper."))
                        // OpenSSL for Netty, which is not used: TLS is the JDK's.
                        .filter(name -> !name.startsWith("io.netty.internal.tcnative.")))
                .isEmpty();
    }

    @Test
    void hasClassesForLaterJavaVersionsWhereAPartHasThem() throws IOException {
        assertThat(jar.getManifest().getMainAttributes().getValue("Multi-Release"))
                .isEqualTo("true");
        assertThat(names()).anyMatch(name -> name.matches("META-INF/versions/21/com/fasterxml/.+\\.class"));
    }

    private JsonNode listOfParts() throws IOException {
        return new ObjectMapper().readTree(text("META-INF/sbom/snowkeeper.cdx.json"));
    }

    private List<JsonNode> parts() throws IOException {
        List<JsonNode> parts = new ArrayList<>();
        listOfParts().path("components").forEach(parts::add);
        return parts;
    }

    private List<JsonNode> foreignParts() throws IOException {
        return parts().stream()
                .filter(part -> !part.path("group").asText().equals("io.snowkeeper"))
                .toList();
    }

    private Set<String> groups() throws IOException {
        return foreignParts().stream().map(part -> part.path("group").asText()).collect(toCollection(TreeSet::new));
    }

    /** Returns the notice's text for each group: the lines indented below its name. */
    private Map<String, String> notices() throws IOException {
        Map<String, String> notices = new HashMap<>();
        for (String paragraph : text("META-INF/NOTICE").split("\n\n")) {
            String[] lines = paragraph.split("\n", 2);
            if (lines.length == 2 && lines[1].startsWith("    ")) {
                notices.put(lines[0], lines[1]);
            }
        }
        return notices;
    }

    /** Returns the files in META-INF/licenses that a notice names. */
    private static List<String> texts(String notice) {
        return Stream.of(notice.split("[\\s,;]+"))
                .map(word -> word.replaceFirst("[.]$", ""))
                .filter(word -> word.endsWith(".txt"))
                .toList();
    }

    private Stream<String> names() {
        return jar.stream().map(entry -> entry.getName());
    }

    private String text(String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
