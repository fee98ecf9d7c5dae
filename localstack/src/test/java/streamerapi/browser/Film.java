package streamerapi.browser;

import org.w3c.dom.Node;

import java.awt.AlphaComposite;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;

/// Frames that become an animated GIF (GIF89a), which is played without end. Each frame but the first holds no more
/// than the part of the picture that changed.
final class Film {

    private static final String FORMAT = "javax_imageio_gif_image_1.0";
    private static final int UNIT_MS = 10;

    private record Frame(BufferedImage picture, int hundredths) {}

    private final List<Frame> frames = new ArrayList<>();

    /// Adds a frame, or shows the last one longer if nothing changed.
    void add(BufferedImage picture, Duration shown) {
        int hundredths = (int) shown.toMillis() / UNIT_MS;
        if (!frames.isEmpty() && changed(frames.getLast().picture, picture).isEmpty()) {
            hundredths += frames.removeLast().hundredths;
        }
        frames.add(new Frame(picture, hundredths));
    }

    void write(Path file) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        Files.deleteIfExists(file);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
            BufferedImage before = null;
            for (Frame frame : frames) {
                Rectangle part = before == null
                        ? new Rectangle(frame.picture.getWidth(), frame.picture.getHeight())
                        : changed(before, frame.picture);
                BufferedImage image = new BufferedImage(part.width, part.height, BufferedImage.TYPE_INT_RGB);
                image.createGraphics().drawImage(frame.picture, -part.x, -part.y, null);
                IIOMetadata metadata =
                        writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(image), null);
                describe(metadata, part, frame.hundredths, before == null);
                writer.writeToSequence(new IIOImage(image, null, metadata), null);
                before = frame.picture;
            }
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }
    }

    private static void describe(IIOMetadata metadata, Rectangle part, int hundredths, boolean isFirst)
            throws IOException {
        IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(FORMAT);
        IIOMetadataNode descriptor = child(root, "ImageDescriptor");
        descriptor.setAttribute("imageLeftPosition", Integer.toString(part.x));
        descriptor.setAttribute("imageTopPosition", Integer.toString(part.y));
        IIOMetadataNode control = child(root, "GraphicControlExtension");
        control.setAttribute("disposalMethod", "doNotDispose");
        control.setAttribute("userInputFlag", "FALSE");
        control.setAttribute("transparentColorFlag", "FALSE");
        control.setAttribute("transparentColorIndex", "0");
        control.setAttribute("delayTime", Integer.toString(hundredths));
        if (isFirst) {
            IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
            loop.setAttribute("applicationID", "NETSCAPE");
            loop.setAttribute("authenticationCode", "2.0");
            loop.setUserObject(new byte[] {1, 0, 0});
            child(root, "ApplicationExtensions").appendChild(loop);
        }
        metadata.setFromTree(FORMAT, root);
    }

    private static IIOMetadataNode child(IIOMetadataNode root, String name) {
        for (Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeName().equals(name)) {
                return (IIOMetadataNode) node;
            }
        }
        IIOMetadataNode made = new IIOMetadataNode(name);
        root.appendChild(made);
        return made;
    }

    /// The smallest part that holds all that differs.
    private static Rectangle changed(BufferedImage before, BufferedImage after) {
        Rectangle part = new Rectangle(-1, -1);
        for (int y = 0; y < after.getHeight(); y++) {
            for (int x = 0; x < after.getWidth(); x++) {
                if (before.getRGB(x, y) != after.getRGB(x, y)) {
                    if (part.isEmpty()) {
                        part.setBounds(x, y, 1, 1);
                    } else {
                        part.add(new Rectangle(x, y, 1, 1));
                    }
                }
            }
        }
        return part;
    }

    /// A copy of a picture with another drawn over it.
    static BufferedImage over(BufferedImage ground, BufferedImage picture, Rectangle place) {
        BufferedImage both = new BufferedImage(ground.getWidth(), ground.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = both.createGraphics();
        graphics.drawImage(ground, 0, 0, null);
        graphics.setComposite(AlphaComposite.SrcOver);
        graphics.drawImage(
                picture.getScaledInstance(place.width, place.height, java.awt.Image.SCALE_AREA_AVERAGING),
                place.x,
                place.y,
                null);
        graphics.dispose();
        return both;
    }
}
