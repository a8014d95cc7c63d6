package io.snowkeeper.releasetest.staged;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A project's description as it is published, read without Maven. */
final class Pom {

    private final Document document;

    private Pom(Document document) {
        this.document = document;
    }

    static Pom read(Path file) {
        try {
            return new Pom(
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()));
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new AssertionError(file.toString(), e);
        }
    }

    /** Returns the text of an element, such as {@code /project/name}; empty if there is none. */
    String text(String path) {
        return String.join("", texts(path));
    }

    /** Returns the texts of all elements at a path. */
    List<String> texts(String path) {
        return nodes(path).stream().map(node -> node.getTextContent().strip()).toList();
    }

    /** Returns the elements at a path. */
    List<Node> nodes(String path) {
        try {
            NodeList nodes = (NodeList) XPathFactory.newInstance()
                    .newXPath()
                    .evaluate(path, document.getDocumentElement(), XPathConstants.NODESET);
            return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).toList();
        } catch (XPathExpressionException e) {
            throw new AssertionError(path, e);
        }
    }
}
