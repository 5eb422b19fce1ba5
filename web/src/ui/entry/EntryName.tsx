import styles from './entry.module.css';

interface Props {
  logo: string;
  title: string;
  /** A description of the product; only for installations without a title of their own. */
  tagline: string | undefined;
  /** The link of logo and title. */
  address: string | undefined;
}

export function EntryName({ logo, title, tagline, address }: Props) {
  const name = (
    <>
      <img src={logo} alt="" width={48} height={48} />
      <h1>{title}</h1>
    </>
  );
  return (
    <div className={styles.brand}>
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {tagline && <p>{tagline}</p>}
    </div>
  );
}
