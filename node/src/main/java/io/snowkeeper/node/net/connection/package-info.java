/** The connections of all ports as long as they last: whom they are for, behind whichever proxy, and how old they become. */
@NullMarked
package io.snowkeeper.node.net.connection;

import org.jspecify.annotations.NullMarked;
