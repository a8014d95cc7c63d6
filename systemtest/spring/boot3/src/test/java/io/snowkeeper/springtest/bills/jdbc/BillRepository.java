package io.snowkeeper.springtest.bills.jdbc;

import java.util.Optional;
import org.springframework.data.repository.ListCrudRepository;

interface BillRepository extends ListCrudRepository<Bill, Long> {

    Optional<Bill> findByOrderKey(String orderKey);
}
